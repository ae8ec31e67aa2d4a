/** How the application shows whose it is, as the page says. */
export const branding = {
  name: said('name') ?? 'Quire',
  logo: said('logo'),
  /** Beside the form that people sign in with. */
  picture: said('picture'),
} as const

function said(kind: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="quire-${kind}"]`)?.content
}
