/** Decodes a secret as an authenticator app does when a user types it. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text)
    .map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from(
    Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8), 2)),
  )
}
