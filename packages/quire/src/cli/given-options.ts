import { parseArgs, type ParseArgsConfig } from 'node:util'
import { CommandFailure } from './command-failure.ts'
import type { CommandName } from './commands.ts'

export interface CommonOptions {
  /** As given; the default is searched for in the current folder. */
  readonly config?: string
}

/** Options of every command. */
export const commonFlags = { config: { type: 'string', short: 'c' } } as const

export function parse<Flags extends NonNullable<ParseArgsConfig['options']>>(
  command: CommandName,
  args: readonly string[],
  options: Flags,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals, strict: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // The rest of the message is advice about unusual file names.
    const [message = ''] = error.message.split(/\.\s/)
    throw wrong(message.replace(/\.?$/, '.'), command)
  }
}

export function givenText<Name extends string>(command: CommandName, name: Name, value: string | undefined) {
  if (value === '') throw wrong(`--${name} must not be empty.`, command)
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: string }
}

export function wholeNumber(command: CommandName, name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw wrong(`--${name} must be a whole number from ${min} to ${max}, not '${text}'.`, command)
}

export function wrong(message: string, command?: CommandName): CommandFailure {
  return new CommandFailure(`${message} See: quire ${command === undefined ? '' : `${command} `}--help`)
}
