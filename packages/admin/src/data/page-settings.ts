export const branding = {
  name: said('name') ?? 'Quire',
  logo: said('logo'),
  /** Shown beside the sign-in form. */
  picture: said('picture'),
} as const

function said(kind: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="quire-${kind}"]`)?.content
}

/** Start id of the service under `quire dev`; undefined in production. */
export const development = document.querySelector<HTMLMetaElement>('meta[name="quire-development"]')?.content
