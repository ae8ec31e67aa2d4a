/** The address of a database as it is over the network: what stands in between is not passed by where a socket file leads straight there. */
export function overNetwork(address: string): URL {
  const url = new URL(address)
  url.searchParams.delete('host')
  return url
}
