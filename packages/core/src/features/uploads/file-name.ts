const LONGEST_NAME = 255
const LONGEST_ENDING = 16

/** Control characters, and those that change the direction of text, so that a name always says where it ends. */
const INVISIBLE = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A file's name for people, in any script: without the folders that it came from, and cut where it is too long, before its ending. */
export function cleanFilename(given: string): string {
  const name = given.toWellFormed().normalize('NFC').replaceAll(INVISIBLE, '').split(/[/\\]/).at(-1)?.trim() ?? ''
  if (name === '' || name === '.' || name === '..') return 'file'
  const characters = Array.from(name)
  if (characters.length <= LONGEST_NAME) return name
  const dot = characters.lastIndexOf('.')
  const ending = dot > 0 && characters.length - dot <= LONGEST_ENDING ? characters.slice(dot) : []
  return [...characters.slice(0, LONGEST_NAME - ending.length), ...ending].join('')
}
