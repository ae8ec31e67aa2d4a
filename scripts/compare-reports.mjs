/** Enough to see the kind of change; the update of the reports shows the rest. */
const MOST_LINES = 20

/** Describes the differences between new and stored reports (file name → text). Empty if there are none. */
export function compareReports(stored, now) {
  const changed = [...now].filter(([file, text]) => stored.get(file) !== text)
  const left = [...stored.keys()].filter((file) => !now.has(file))
  return [
    ...changed.flatMap(([file, text]) => [`${file} says otherwise:`, ...differences(stored.get(file) ?? '', text)]),
    ...left.map((file) => `${file} tells of nothing that is public.`),
  ]
}

/** Returns the lines that only one of two texts has. If there are none, the order differs. */
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
