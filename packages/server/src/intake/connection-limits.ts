/** Connection limits of a process (`server.connections` of the configuration). */
export interface ConnectionLimits {
  readonly total: number
  /** Per client address; trusted proxies are not counted. */
  readonly perClient: number
  /** Most bytes of responses that clients have not received yet, over all connections. */
  readonly unsent: number
}

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  total: 10_000,
  perClient: 1_000,
  unsent: 256 * 1024 * 1024,
}
