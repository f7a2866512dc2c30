declare module 'virtual:guides' {
  export const GUIDES: readonly import('./guide.ts').Guide[];
}
