// Sets of mutants as base64 bit sets: many thousand tests reach a thousand mutants each.

export function packed(hits) {
  const ids = Object.keys(hits).map(Number)
  const bytes = Buffer.alloc(ids.length === 0 ? 0 : Math.floor(Math.max(...ids) / 8) + 1)
  for (const id of ids) bytes[id >> 3] |= 1 << (id & 7)
  return bytes.toString('base64')
}

export function unpacked(text) {
  const bytes = Buffer.from(text, 'base64')
  let size = 0
  for (const byte of bytes) for (let bits = byte; bits > 0; bits &= bits - 1) size += 1
  return { size, has: (id) => ((bytes[id >> 3] ?? 0) & (1 << (id & 7))) !== 0 }
}
