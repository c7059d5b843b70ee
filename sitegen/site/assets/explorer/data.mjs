// Load the explorer's index and shards once each; everything comes from the site itself.

/** Return a loader for the files `<kind>.json` and `<kind>-<n>.json` beside the page. */
export function dataLoader(version) {
  const loaded = new Map();
  const fetchJson = (name) => {
    if (!loaded.has(name)) {
      const request = fetch(`${name}.json?v=${version}`).then((response) => {
        if (!response.ok) throw new Error(`${name}.json: ${response.status}`);
        return response.json();
      });
      request.catch(() => loaded.delete(name)); // a failed request may be tried again
      loaded.set(name, request);
    }
    return loaded.get(name);
  };
  return {
    index: (kind) => fetchJson(kind),
    shard: (kind, number) => fetchJson(`${kind}-${number}`),
    /** Load all shards of a kind, a few at a time; `progress(done, total)` after each. */
    async allShards(kind, index, progress) {
      const total = Math.ceil(index.ids.length / index.shard);
      const shards = new Array(total);
      let next = 0;
      let done = 0;
      const worker = async () => {
        while (next < total) {
          const number = next++;
          shards[number] = await fetchJson(`${kind}-${number}`);
          progress(++done, total);
        }
      };
      await Promise.all([worker(), worker(), worker(), worker()]);
      return shards;
    },
  };
}
