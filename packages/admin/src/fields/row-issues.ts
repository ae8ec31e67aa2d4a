import type { FieldSchema } from '../data/schema.ts'
import { asRecord, type Members } from '../data/members.ts'
import { fieldsOfRow, rowsOf } from './rows.ts'

type IssueAt = (path: string) => string | undefined

export function countIssues(fields: readonly FieldSchema[], value: Members, path: string, issueAt: IssueAt): number {
  let count = 0
  for (const field of fields) {
    const at = `${path}.${field.name}`
    if (issueAt(at) !== undefined) count += 1
    const inner = value[field.name]
    if (field.structure === 'group') count += countIssues(field.fields ?? [], asRecord(inner), at, issueAt)
    else if (field.structure === 'rows' || field.structure === 'blocks') {
      rowsOf(inner).forEach((row, index) => {
        if (issueAt(`${at}.${index}`) !== undefined) count += 1
        count += countIssues(fieldsOfRow(field, row) ?? [], row, `${at}.${index}`, issueAt)
      })
    }
  }
  return count
}
