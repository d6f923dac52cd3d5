import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const outFolder = join(import.meta.dirname, '../../dist/web');

/** Writes each file that compresses a second and a third time, so that serving costs no processor time. */
const compressed: Plugin = {
  name: 'tidemark-compressed',
  apply: 'build',
  closeBundle() {
    const names = readdirSync(outFolder, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter(each => /\.(?:js|css|svg|md)$/u.test(each))) {
      const bytes = readFileSync(join(outFolder, name));
      writeFileSync(join(outFolder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      writeFileSync(join(outFolder, `${name}.br`), brotliCompressSync(bytes));
    }
  },
};

/** Where `npm run dev` of the pages finds the server. */
const server = process.env.TIDEMARK_URL ?? 'http://127.0.0.1:4318';
const served = [
  '/v1',
  '/api',
  '/sdk',
  '/admin',
  '/mcp',
  '/docs',
  '/openapi.json',
  '/billing/checkout',
];

/** What every page needs of others comes before what most pages share of ours: one file each, as many small ones compress badly. */
const groups = [
  {
    name: 'vendor',
    test: /\/node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-virtual|virtual)|lucide-react\/dist\/esm\/(?!icons))/u,
  },
  {
    name: 'shared',
    // Layers and suggestions bring a library along, which few pages need at once.
    test: /\/services\/web\/(?:(?:ui|time|data)\/(?!layer|confirm|suggest)|[^/]+\.ts$)/u,
    minShareCount: 15,
    includeDependenciesRecursively: false,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), compressed],
  build: {
    outDir: outFolder,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    license: true,
    target: 'es2022',
    rolldownOptions: {
      input: ['index.html', 'replay-frame.html'].map(name => join(import.meta.dirname, name)),
      output: { codeSplitting: { groups } },
    },
  },
  server: { host: '127.0.0.1', proxy: Object.fromEntries(served.map(path => [path, server])) },
});
