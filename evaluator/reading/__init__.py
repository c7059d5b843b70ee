"""Items and predictions from files or streams of bytes, with every problem named by file, line and id."""
