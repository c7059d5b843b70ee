// The engine's files: fetched with progress, unpacked on the way, and kept by the browser for the next
// visit where it allows that.

const KEPT = "chemground-engine-";
const TYPES = { wasm: "application/wasm", json: "application/json" };

/** Name of the store that keeps the files of one engine folder. */
export function storeName(folder) {
  return KEPT + folder.split("/").filter(Boolean).at(-1);
}

/** Files of the engine folder at `url`; `sizes` gives the bytes of those that are loaded with progress. */
export class EngineFiles {
  constructor(url, sizes, onBytes) {
    this.url = url;
    this.sizes = sizes;
    this.onBytes = onBytes;
    this.loaded = Object.fromEntries(Object.keys(sizes).map((name) => [name, 0]));
    this.store = openStore(url);
  }

  /** Return a file as a response; `name` is that of the unpacked file. */
  async open(name) {
    const served = `${name}.gz` in this.sizes ? `${name}.gz` : name;
    const response = await this.#fetch(served);
    const counted = response.body.pipeThrough(this.#counter(served));
    const type = TYPES[name.split(".").at(-1)] ?? "application/octet-stream";
    return new Response(await unpacked(counted), { headers: { "content-type": type } });
  }

  /** Tell whether `address` is a file that `open` knows, and return its name. */
  nameOf(address) {
    if (!address.startsWith(this.url)) return null;
    const name = address.slice(this.url.length);
    return name in this.sizes || `${name}.gz` in this.sizes ? name : null;
  }

  async #fetch(name) {
    const address = this.url + name;
    const store = await this.store;
    const kept = await store?.match(address).catch(() => null);
    if (kept) return kept;
    const response = await fetchOrFail(address);
    // Full disks and private windows refuse to keep anything: the file is then loaded again next time.
    store?.put(address, response.clone()).catch(() => {});
    return response;
  }

  #counter(name) {
    return new TransformStream({
      transform: (chunk, out) => {
        this.loaded[name] = Math.min(this.loaded[name] + chunk.byteLength, this.sizes[name]);
        this.onBytes(sum(this.loaded), sum(this.sizes));
        out.enqueue(chunk);
      },
      flush: () => {
        this.loaded[name] = this.sizes[name];
        this.onBytes(sum(this.loaded), sum(this.sizes));
      },
    });
  }
}

/** A failure to fetch something, with words for the visitor in its message. */
export class FetchError extends Error {
  constructor(message, offline) {
    super(message);
    this.name = "FetchError";
    this.offline = offline;
  }
}

const nativeFetch = globalThis.fetch;

export async function fetchOrFail(input, options) {
  const address = String(input?.url ?? input);
  const file = address.split("/").at(-1);
  let response;
  try {
    response = await nativeFetch(input, options);
  } catch {
    throw new FetchError(`${file} could not be fetched: no answer from this site`, true);
  }
  if (!response.ok) throw new FetchError(`${file} could not be fetched: the site answered ${response.status}`, false);
  return response;
}

/** Unpack a gzipped stream; hosts that unpack `.gz` files themselves are met half-way. */
export async function unpacked(stream) {
  const reader = stream.getReader();
  const first = await reader.read();
  const rest = new ReadableStream({
    start: (out) => (first.done ? out.close() : out.enqueue(first.value)),
    pull: async (out) => {
      const { done, value } = await reader.read();
      if (done) out.close();
      else out.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const gzipped = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b;
  return gzipped ? rest.pipeThrough(new DecompressionStream("gzip")) : rest;
}

async function openStore(url) {
  try {
    const name = storeName(url);
    for (const other of await caches.keys()) {
      if (other.startsWith(KEPT) && other !== name) await caches.delete(other);
    }
    return await caches.open(name);
  } catch {
    return null; // not on a secure address, or switched off
  }
}

function sum(numbers) {
  return Object.values(numbers).reduce((total, number) => total + number, 0);
}
