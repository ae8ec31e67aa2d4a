import {
  type DetectedType,
  type Files,
  type FileWork,
  type IncomingFile,
  type Issue,
  type LocalFile,
  matchesType,
  QuireError,
  type UploadSettings,
} from '@quirecms/core/feature'

export interface TakenFile {
  readonly filename: string
  readonly type: DetectedType
  readonly local: LocalFile
}

/** Receives a file, and refuses it as soon as its first bytes show that it isn't accepted. */
export async function takeFile(
  { typeOf }: Pick<Files, 'typeOf'>,
  work: FileWork,
  options: UploadSettings,
  incoming: IncomingFile,
): Promise<TakenFile> {
  const filename = cleanFilename(incoming.filename)
  if (incoming.size !== undefined && incoming.size > options.maxFileSize)
    throw new QuireError('payload_too_large', `The file may have at most ${options.maxFileSize} bytes.`)
  let type: DetectedType | undefined
  const local = await work.receive(incoming.content, options.maxFileSize, async (beginning) => {
    type = await typeOf(beginning, filename)
    const issues = typeIssues(type, filename, options)
    if (issues.length > 0)
      throw new QuireError('validation', 'The file cannot be accepted. The issues say why.', { issues })
  })
  if (!type) throw new QuireError('internal', 'The type of a received file was not detected.')
  return { filename, type, local }
}

function typeIssues({ mimeType, fitsName }: DetectedType, filename: string, { mimeTypes }: UploadSettings): Issue[] {
  const issues: Issue[] = []
  if (mimeTypes && !mimeTypes.some((allowed) => matchesType(allowed, mimeType))) {
    const message = `Files of the type ${mimeType} are not accepted here. Send one of: ${mimeTypes.join(', ')}.`
    issues.push({ code: 'option', path: 'file', message })
  }
  if (!fitsName) {
    const message = `The file is of the type ${mimeType}, but its name is "${filename}". Rename it, and try again.`
    issues.push({ code: 'format', path: 'file', message })
  }
  return issues
}

const LONGEST_NAME = 255
const LONGEST_ENDING = 16

/** Control characters, and characters that change the direction of text and could disguise the extension. */
const INVISIBLE = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

function cleanFilename(given: string): string {
  const name = given.toWellFormed().normalize('NFC').replaceAll(INVISIBLE, '').split(/[/\\]/).at(-1)?.trim() ?? ''
  if (name === '' || name === '.' || name === '..') return 'file'
  const characters = Array.from(name)
  if (characters.length <= LONGEST_NAME) return name
  const dot = characters.lastIndexOf('.')
  const ending = dot > 0 && characters.length - dot <= LONGEST_ENDING ? characters.slice(dot) : []
  return [...characters.slice(0, LONGEST_NAME - ending.length), ...ending].join('')
}
