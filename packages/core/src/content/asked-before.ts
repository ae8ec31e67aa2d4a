/** So many questions are told apart at a time; a power of two. */
const PLACES = 65_536

/**
 * Whether something was asked for before, not long ago: what nobody asks for twice is not worth remembering. Strangers can ask for any
 * number of things, so it keeps a number for each instead of the question, in a table of fixed size. Two questions with the same number are
 * taken for one, which does no harm.
 */
export class AskedBefore {
  readonly #numbers = new Int32Array(PLACES)

  /** Notes that it is asked for now. */
  note(question: string): boolean {
    const number = numberOf(question)
    const place = number & (PLACES - 1)
    if (this.#numbers[place] === number) return true
    this.#numbers[place] = number
    return false
  }
}

/** FNV-1a. */
function numberOf(text: string): number {
  let number = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) number = Math.imul(number ^ text.charCodeAt(index), 0x01000193)
  // No question has the number of an empty place.
  return number === 0 ? 1 : number
}
