// What Node has of WebAssembly and its types leave to those of browsers, as far as it is used.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(
      module: Module,
      imports: Record<string, Record<string, (...values: never[]) => number>>,
    );
    readonly exports: object;
  }
  class Memory {
    constructor(descriptor: { readonly initial: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
}
