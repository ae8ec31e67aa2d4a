import { humanize } from '../data/entities.ts'
import type { FieldSchema } from '../data/schema.ts'

export function optionsOf(field: FieldSchema): { value: string; label: string }[] {
  return (field.options ?? []).map(({ value, label }) => ({ value, label: label === value ? humanize(value) : label }))
}

export function labelsOf(field: FieldSchema, value: unknown): string[] {
  const options = optionsOf(field)
  const values = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []
  return values.map((one) => options.find((option) => option.value === one)?.label ?? one)
}
