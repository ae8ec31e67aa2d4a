import { JsonFault, type JsonLimits, JsonReader } from '@quirecms/core'

export function explainRefusedJson(text: string, limits: JsonLimits): string {
  try {
    new JsonReader(text, limits).readBody()
  } catch (fault) {
    if (fault instanceof JsonFault) return `${fault.message} at ${lineAndColumn(text, fault.offset)}.`
    throw fault
  }
  return 'The text is not valid JSON.'
}

function lineAndColumn(text: string, offset: number): string {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++
    lineStart = at + 1
  }
  return `line ${line}, column ${offset - lineStart + 1}`
}
