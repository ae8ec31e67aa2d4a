/** Enough to see what a change is about; the rest shows when the reports are renewed. */
const MOST_LINES = 20

/** What reports (name of the file → text) say otherwise than those that are stored, for people. Empty if nothing. */
export function compareReports(stored, now) {
  const changed = [...now].filter(([file, text]) => stored.get(file) !== text)
  const left = [...stored.keys()].filter((file) => !now.has(file))
  return [
    ...changed.flatMap(([file, text]) => [`${file} says otherwise:`, ...differences(stored.get(file) ?? '', text)]),
    ...left.map((file) => `${file} tells of nothing that is public.`),
  ]
}

/** The lines that only one of two texts has. Where that is none, they stand in another order. */
function differences(before, after) {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const [had, has] = [new Set(old), new Set(now)]
  const lines = [
    ...old.filter((line) => !has.has(line)).map((line) => `  - ${line}`),
    ...now.filter((line) => !had.has(line)).map((line) => `  + ${line}`),
  ]
  if (lines.length === 0) return ['  the same lines, in another order or number']
  return lines.length > MOST_LINES
    ? [...lines.slice(0, MOST_LINES), `  … and ${lines.length - MOST_LINES} more lines`]
    : lines
}
