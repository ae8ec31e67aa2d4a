/** Slots of the fingerprint table (power of two). */
const PLACES = 65_536

/**
 * Whether a question was asked recently. Caches use it to store only answers that are requested twice. The table has a
 * fixed size, because clients can send any number of different questions: it holds a 32-bit hash for each slot, not the
 * question. A hash collision counts as a repeat; it only causes a needless cache entry.
 */
export class AskedBefore {
  readonly #numbers = new Int32Array(PLACES)

  /** Records the question; true if it was recorded before. */
  note(question: string): boolean {
    const number = numberOf(question)
    const place = number & (PLACES - 1)
    if (this.#numbers[place] === number) return true
    this.#numbers[place] = number
    return false
  }
}

function numberOf(text: string): number {
  let number = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) number = Math.imul(number ^ text.charCodeAt(index), 0x01000193)
  // 0 marks an empty slot.
  return number === 0 ? 1 : number
}
