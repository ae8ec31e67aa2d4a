/** Where `quire dev` says which start of the service this is; undefined in production. */
export const development = document.querySelector<HTMLMetaElement>('meta[name="quire-development"]')?.content
