/** Limits of a JSON text (docs/contract/requests.md#strict-json). A node is a value; keys do not count. */
export interface JsonLimits {
  readonly maxDepth: number
  readonly maxNodes: number
}

export const DEFAULT_JSON_LIMITS: JsonLimits = { maxDepth: 32, maxNodes: 10_000 }
