import { parseArgs } from 'node:util'
import { isStarter, type Starter, STARTERS } from './starters.ts'

export const HELP = `Usage: npm create quirecms@latest [FOLDER] -- [OPTIONS]

Makes a new application in FOLDER, installs what it needs and, at a terminal, starts it.

  --starter NAME      blank: one collection and users (default without a terminal)
                      blog: a magazine in two languages, with demo content
  --packages FOLDER   take Quire's packages from this folder of tarballs, not from the registry
  --no-install        only write the files
  --start             start it, without a terminal too
  --no-start          don't start it
  --help              show this
`

export interface CommandLine {
  readonly folder: string | undefined
  readonly starter: Starter | undefined
  readonly packages: string | undefined
  readonly install: boolean
  readonly start: boolean | undefined
  readonly help: boolean
}

export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parse(args)
  const { starter, packages } = values
  if (positionals.length > 1) throw new Error(`Name one folder, not ${positionals.length}.\n\n${HELP}`)
  if (starter !== undefined && !isStarter(starter))
    throw new Error(`There is no starter "${starter}". Choose one of: ${STARTERS.join(', ')}.`)
  return {
    folder: positionals[0],
    starter,
    packages,
    install: values['no-install'] !== true,
    start: values['no-start'] === true ? false : values.start,
    help: values.help === true,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        starter: { type: 'string' },
        packages: { type: 'string' },
        'no-install': { type: 'boolean' },
        start: { type: 'boolean' },
        'no-start': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${HELP}`, { cause: error })
  }
}
