import type { DetectedType } from '@quirecms/core'
import { sniffText, XML_ENDINGS } from './sniff-text.ts'

/** Extensions that are accepted for each detected extension. */
const SAME_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpeg', 'jpe', 'jfif', 'pjpeg', 'pjp'],
  tif: ['tiff'],
  heic: ['heif', 'hif'],
  apng: ['png'],
  mp4: ['m4v', 'm4a', 'f4v', 'mov'],
  m4v: ['mp4'],
  m4a: ['mp4'],
  mov: ['qt'],
  mpg: ['mpeg', 'mpe', 'm2v'],
  mp3: ['mp2', 'mpga'],
  ogg: ['oga', 'ogx', 'opus', 'spx'],
  ogv: ['ogg'],
  oga: ['ogg', 'opus'],
  opus: ['ogg', 'oga'],
  mkv: ['mka', 'mks', 'webm'],
  webm: ['mkv', 'weba'],
  wav: ['wave'],
  aif: ['aiff', 'aifc'],
  mid: ['midi'],
  gz: ['tgz', 'svgz'],
  bz2: ['tbz', 'tbz2'],
  xz: ['txz'],
  rtf: ['doc'],
  ai: ['pdf'],
  pdf: ['ai'],
  ps: ['eps', 'ai'],
  eps: ['ps', 'ai'],
  xml: XML_ENDINGS,
}

/**
 * Containers that many formats use. Any extension fits them, unless it belongs to a type that would have been detected.
 */
const CONTAINERS = new Set(['zip', 'cfb', 'xml', 'gz'])

/**
 * Detects the type of a file by its content, and whether its name agrees. Content that is not recognised is text or
 * binary; the extension then tells the kind of text, because content cannot.
 */
export async function typeOf(beginning: Uint8Array, filename: string): Promise<DetectedType> {
  const { fileTypeFromBuffer, supportedExtensions } = await import('file-type')
  const ending = endingOf(filename)
  const found = await fileTypeFromBuffer(beginning)
  const text = found && found.ext !== 'xml' ? null : sniffText(beginning, ending)
  if (text) return { ...text, fitsName: text.fitsName ?? !isOtherwiseKnown(ending, supportedExtensions) }
  if (!found) {
    const fitsName = !isOtherwiseKnown(ending, supportedExtensions)
    return { mimeType: 'application/octet-stream', extension: 'bin', fitsName }
  }
  const { ext, mime } = found
  const names = [ext, ...(SAME_ENDINGS[ext] ?? [])]
  const isContainer = CONTAINERS.has(ext) && !isOtherwiseKnown(ending, supportedExtensions)
  const fitsName = ending === '' || names.includes(ending) || isContainer
  return { mimeType: mime, extension: /^[a-z0-9]{1,8}$/.test(ext) ? ext : '', fitsName }
}

/** Whether files with this extension are recognised by their content, so that this file would have been. */
function isOtherwiseKnown(ending: string, known: ReadonlySet<string>): boolean {
  return ending !== 'xml' && (known.has(ending) || Object.values(SAME_ENDINGS).some((same) => same.includes(ending)))
}

function endingOf(filename: string): string {
  const dot = filename.lastIndexOf('.')
  return dot > 0 ? filename.slice(dot + 1).toLowerCase() : ''
}
