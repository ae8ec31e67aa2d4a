import { must } from '@quirecms/testkit'
import { codeBlocksOf, readPages } from './documentation.ts'

/** The first block of a page with these words after the fence and with this text. */
export function blockOf(path: string, words: readonly string[], text = ''): string {
  const page = must(
    readPages().find((one) => one.path === path),
    path,
  )
  const found = codeBlocksOf(page).find(
    ({ words: own, code }) => words.every((word, index) => own[index] === word) && code.includes(text),
  )
  return must(found, `${words.join(' ')} of ${path}`).code
}
