import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), tailwindcss()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    target: 'es2024',
    // Inlined assets would need `data:` in the policy; the preload polyfill would be an inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
