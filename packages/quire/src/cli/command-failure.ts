/** Something that the person at the command line can put right: shown as its message alone. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}
