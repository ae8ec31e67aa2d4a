/** The weeks of a month, each with seven days. Null is a day of another month. */
export function weeksOf(year: number, month: number, firstDay: number): (number | null)[][] {
  const before = (new Date(year, month, 1).getDay() - firstDay + 7) % 7
  const length = new Date(year, month + 1, 0).getDate()
  const days: (number | null)[] = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length }, (_, index) => index + 1),
  ]
  while (days.length % 7 !== 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}
