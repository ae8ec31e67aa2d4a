import { dirname, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { QuireError } from '@quirecms/core'
import { CommandFailure } from './command-failure.ts'
import { explainError } from './explain-error.ts'

/** Describes why a file of the application could not be loaded, with its place and without Node's own frames. */
export function explainLoadFailure(file: string, error: unknown): CommandFailure {
  const name = relative(process.cwd(), file)
  return new CommandFailure(`${name} cannot be loaded.\n${explainThrown(error, dirname(file))}`, { cause: error })
}

export function explainThrown(error: unknown, folder: string): string {
  if (!(error instanceof Error)) return String(error)
  const problem = error instanceof QuireError ? explainError(error) : `${error.name}: ${error.message}`
  return problem + sourceLocation(error, folder)
}

/** `\n    at quire.config.ts:3:7`, or the lines with a syntax error; empty if unknown. */
function sourceLocation({ stack = '', message }: Error, folder: string): string {
  // For syntax errors, Node prints file and line, the source with marks, then the error.
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
