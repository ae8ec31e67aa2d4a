import { parseDuration, parseSize, type QuireConfig } from '@quirecms/core'
import type { Logger, ServerOptions } from '@quirecms/server'

export function serverOptions({ server = {}, log: { requests } = {} }: QuireConfig, log: Logger): ServerOptions {
  const { publicUrl, trustProxy, allowedHosts, cors, bodyLimit, jsonNodes, requestTimeout, rateLimit } = server
  const { compression, connections, lameDuck, drain } = server
  return {
    log,
    publicUrl,
    trustProxy,
    allowedHosts,
    cors,
    bodyLimit: bodyLimit === undefined ? undefined : parseSize(bodyLimit),
    jsonLimits: jsonNodes === undefined ? undefined : { maxNodes: jsonNodes },
    requestTimeout: requestTimeout === undefined ? undefined : parseDuration(requestTimeout),
    compression,
    logRequests: requests,
    rateLimit: rateLimit && {
      ...(rateLimit.requests !== undefined && { requests: rateLimit.requests }),
      ...(rateLimit.auth !== undefined && { auth: rateLimit.auth }),
      ...(rateLimit.window !== undefined && { window: parseDuration(rateLimit.window) }),
      ...(rateLimit.inFlight !== undefined && { inFlight: rateLimit.inFlight }),
    },
    connections: connections && {
      ...(connections.total !== undefined && { total: connections.total }),
      ...(connections.perClient !== undefined && { perClient: connections.perClient }),
      ...(connections.unsent !== undefined && { unsent: parseSize(connections.unsent) }),
    },
    lameDuck: lameDuck === undefined ? undefined : parseDuration(lameDuck),
    drain: drain === undefined ? undefined : parseDuration(drain),
  }
}
