import { dirname, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { QuireError } from '@quirecms/core'
import { CommandFailure } from './command-failure.ts'
import { explainError } from './explain-error.ts'

/** Says what is wrong with a file of the application that could not be loaded, and where, without Node's own part of the stack. */
export function explainLoadFailure(file: string, error: unknown): CommandFailure {
  const name = relative(process.cwd(), file)
  return new CommandFailure(`${name} cannot be loaded.\n${explainThrown(error, dirname(file))}`, { cause: error })
}

/** What application code in this folder threw, and where. */
export function explainThrown(error: unknown, folder: string): string {
  if (!(error instanceof Error)) return String(error)
  const problem = error instanceof QuireError ? explainError(error) : `${error.name}: ${error.message}`
  return problem + placeOf(error, folder)
}

/** `\n    at quire.config.ts:3:7`, or the lines that could not be parsed; nothing if the place is not known. */
function placeOf({ stack = '', message }: Error, folder: string): string {
  // For syntax, Node puts file and line first, then the text with marks below it, then the error.
  const [excerpt = '', ...frames] = stack.includes(message) ? stack.split(message) : ['', stack]
  const [, url, line, text] = /^(file:\S+?):(\d+)\n([\s\S]*?)\n*(?:[A-Z]\w*Error[^\n]*)?$/.exec(excerpt) ?? []
  if (url !== undefined) return `\n    at ${nameOf(url)}:${line}\n${text}`
  const own = pathToFileURL(`${folder}/`).href
  for (const [, frame = '', position] of frames.join('').matchAll(/(file:[^\s()]+?):(\d+:\d+)\)?$/gm)) {
    if (frame.startsWith(own) && !frame.includes('/node_modules/')) return `\n    at ${nameOf(frame)}:${position}`
  }
  return ''
}

function nameOf(url: string): string {
  return relative(process.cwd(), fileURLToPath(url))
}
