/// <reference types="vite/types/importMeta.d.ts" />

declare module '*.module.css' {
  const names: Readonly<Record<string, string>>
  export default names
}

declare module '*.css' {}

declare module '@fontsource-variable/*' {}
