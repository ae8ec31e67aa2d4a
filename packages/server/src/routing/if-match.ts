import { QuireError } from '@quire/core'

const REVISION = /^(?:"([1-9]\d{0,14})"|([1-9]\d{0,14}))$/

/** A quoted or unquoted positive integer revision (http-api.md, Endpoints); anything else is 400. */
export function parseIfMatch(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const match = REVISION.exec(header)
  if (!match) throw new QuireError('invalid_if_match', '"If-Match" must be a positive integer revision.')
  return Number(match[1] ?? match[2])
}
