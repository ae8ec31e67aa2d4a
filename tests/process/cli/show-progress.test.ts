import { describe, expect, test } from 'vitest'
import { showProgress } from '../../../packages/quire/src/cli/show-progress.ts'

describe('progress of long steps', () => {
  function written(isTTY: boolean, total: number): string[] {
    const texts: string[] = []
    let now = 0
    const { tell, end } = showProgress({ isTTY, write: (text) => texts.push(text) }, () => now)
    for (let done = 1; done <= total; done += 1) {
      now = done
      tell({ description: 'run fill', done, total })
    }
    end()
    return texts
  }

  test('is a bar at a terminal, which disappears at the end', () => {
    const texts = written(true, 2_000)
    expect(texts.length).toBeGreaterThan(5)
    expect(texts.length).toBeLessThan(15)
    expect(texts[0]).toBe(`\r\u001b[Krun fill [${'#'.repeat(15)}${' '.repeat(15)}] 50 %`)
    expect(texts.at(-1)).toBe('\r\u001b[K')
  })

  test('is printed in lines elsewhere', () => {
    expect(written(false, 12_000)).toEqual([
      'run fill: 1,001 of 12,000\n',
      'run fill: 6,001 of 12,000\n',
      'run fill: 11,001 of 12,000\n',
    ])
  })

  test('is not shown for short steps', () => {
    expect([...written(true, 500), ...written(false, 500)]).toEqual([])
  })
})
