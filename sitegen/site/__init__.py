"""The static site: dataset folders in, a folder of pages out that any plain web server can serve.

`build.build_site` is the way in. Hand-written Markdown goes through MkDocs (only `chrome.py` knows
it), everything that comes from data goes through Jinja templates with escaping on, and the two meet
in skeletons: pages rendered once by the theme and filled in per question.
"""
