/** A cache that can be purged by tags. */
export interface Cache {
  readonly name: string
  /** Most tags of one request. */
  readonly maxTags: number
  /** Allows http and private addresses. */
  readonly isPrivate: boolean
  request(tags: readonly string[]): CacheRequest
}

export interface CacheRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Service {
  readonly name: string
  readonly maxTags: number
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: (tags: readonly string[]) => object
}

function service({ address, headers, body, ...known }: Service, isPrivate = false): Cache {
  return {
    ...known,
    isPrivate,
    request: (tags) => ({ url: new URL(address), headers, body: JSON.stringify(body(tags)) }),
  }
}

/**
 * The token needs the permission "Cache Purge" of the zone. Cloudflare reads tags from the response header `Cache-Tag`.
 */
export function cloudflare({ zone, token }: { readonly zone: string; readonly token: string }): Cache {
  return service({
    name: 'cloudflare',
    maxTags: 100,
    address: `https://api.cloudflare.com/client/v4/zones/${encodeURIComponent(zone)}/purge_cache`,
    headers: { authorization: `Bearer ${token}` },
    body: (tags) => ({ tags }),
  })
}

/**
 * The token needs the scope `purge_select` of the service. Fastly reads tags from the response header `Surrogate-Key`.
 */
export function fastly(options: { readonly service: string; readonly token: string; readonly soft?: boolean }): Cache {
  return service({
    name: 'fastly',
    maxTags: 256,
    address: `https://api.fastly.com/service/${encodeURIComponent(options.service)}/purge`,
    headers: { 'fastly-key': options.token, ...(options.soft && { 'fastly-soft-purge': '1' }) },
    body: (tags) => ({ surrogate_keys: tags }),
  })
}

/** Vercel reads tags from the response header `Vercel-Cache-Tag`. */
export function vercel(options: { readonly project: string; readonly token: string; readonly team?: string }): Cache {
  const query = new URLSearchParams({ projectIdOrName: options.project, ...(options.team && { teamId: options.team }) })
  return service({
    name: 'vercel',
    maxTags: 16,
    address: `https://api.vercel.com/v1/edge-cache/invalidate-by-tags?${query.toString()}`,
    headers: { authorization: `Bearer ${options.token}` },
    body: (tags) => ({ tags }),
  })
}

export interface UrlCacheOptions {
  /** Receives `{ "tags": [ … ] }` by POST. Any status below 300 confirms the purge. */
  readonly url: string
  /** Sent as `Authorization: Bearer …`. */
  readonly secret?: string
  /** Allows http and private addresses. */
  readonly privateNetwork?: boolean
}

/**
 * A cache of your own, or a site with its own page cache: Varnish behind a small script, a route that calls
 * `revalidateTag`.
 */
export function url({ url: address, secret, privateNetwork = false }: UrlCacheOptions): Cache {
  return service(
    {
      name: URL.parse(address)?.host ?? 'url',
      maxTags: 100,
      address,
      headers: secret === undefined ? {} : { authorization: `Bearer ${secret}` },
      body: (tags) => ({ tags }),
    },
    privateNetwork,
  )
}
