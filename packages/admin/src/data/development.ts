/** Start id of the service under `quire dev`; undefined in production. */
export const development = document.querySelector<HTMLMetaElement>('meta[name="quire-development"]')?.content
