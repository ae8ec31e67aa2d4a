const LONGEST_NAME = 255
const LONGEST_ENDING = 16

/** Control characters, and characters that change the direction of text and could disguise the extension. */
const INVISIBLE = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

export function cleanFilename(given: string): string {
  const name = given.toWellFormed().normalize('NFC').replaceAll(INVISIBLE, '').split(/[/\\]/).at(-1)?.trim() ?? ''
  if (name === '' || name === '.' || name === '..') return 'file'
  const characters = Array.from(name)
  if (characters.length <= LONGEST_NAME) return name
  const dot = characters.lastIndexOf('.')
  const ending = dot > 0 && characters.length - dot <= LONGEST_ENDING ? characters.slice(dot) : []
  return [...characters.slice(0, LONGEST_NAME - ending.length), ...ending].join('')
}
