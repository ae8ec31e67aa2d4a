/** Redirecting pages of other services, and the parameters that contain the target. */
const REDIRECTS = [
  { host: /^(www\.)?google\.[a-z]{2,3}(\.[a-z]{2})?$/, path: '/url', parameters: ['q', 'url'] },
  { host: /\.safelinks\.protection\.outlook\.com$/, path: '/', parameters: ['url'] },
]

/** Returns the target of a link that Google Docs or Outlook has replaced by one to itself, and other links as they are. */
export function withoutRedirect(address: string): string {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return address
  const { hostname, pathname, searchParams } = new URL(address)
  const redirect = REDIRECTS.find(({ host, path }) => host.test(hostname) && pathname === path)
  const target = redirect?.parameters.map((name) => searchParams.get(name)).find((value) => value !== null)
  return target !== undefined && target !== null && /^(https?|mailto):/i.test(target) ? target : address
}
