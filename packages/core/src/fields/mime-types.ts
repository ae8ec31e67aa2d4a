import type { OptionKind } from './option-kinds.ts'

const MIME_TYPE = /^[a-z]+\/(?:\*|[a-z0-9][a-z0-9.+-]*)$/

export const someMimeTypes: OptionKind = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string' && MIME_TYPE.test(item))
    ? null
    : "must be a list of types such as 'image/*' or 'application/pdf'"

/** `image/*` matches all image types. */
export function matchesType(allowed: string, mimeType: string): boolean {
  return allowed.endsWith('/*') ? mimeType.startsWith(allowed.slice(0, -1)) : allowed === mimeType
}
