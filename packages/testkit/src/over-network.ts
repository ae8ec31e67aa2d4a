/** The TCP address of a database, for tests with a proxy in between: a socket file would bypass it. */
export function overNetwork(address: string): URL {
  const url = new URL(address)
  url.searchParams.delete('host')
  return url
}
