import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { divideIntoFiles } from './chunks.ts'
import { describeApi } from './describe-api.ts'
import { importDirectly } from './direct-imports.ts'
import { keepSourceMaps } from './source-maps.ts'
import { makeClassNames, styleModules } from './style-modules.ts'
import { addUnderwayWorker } from './underway-worker.ts'
import { leaveOutServerParts } from './unused-api.ts'
import { leaveOutUnusedCode } from './unused-library-code.ts'

/** Build of the browser code. In development the local server mounts Vite in middleware mode with this file. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    styleModules(),
    react(),
    importDirectly(),
    leaveOutServerParts(),
    leaveOutUnusedCode(),
    divideIntoFiles(),
    addUnderwayWorker(),
    keepSourceMaps(),
    describeApi(),
  ],
  css: { modules: command === 'build' ? { generateScopedName: makeClassNames() } : {} },
  build: {
    outDir: '../dist/site',
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: { optimization: { inlineConst: { mode: 'all', pass: 2 } } },
    // Fonts must stay files: the content security policy allows data: URLs for images only.
    assetsInlineLimit: (file) => (file.endsWith('.svg') ? undefined : false),
  },
}))
