import { describe, expect, it } from 'vitest'
import { foldersIn, wayTo } from './folders.ts'

const paths = [
  { value: 'press', count: 2 },
  { value: 'press/2030', count: 3 },
  { value: 'press/2030/spring', count: 1 },
  { value: 'pressed flowers', count: 4 },
  { value: 'archive/2029', count: 5 },
]

describe('folders', () => {
  it('come from the paths of files, and count all files inside', () => {
    expect(foldersIn('', paths)).toEqual([
      { path: 'archive', name: 'archive', count: 5 },
      { path: 'press', name: 'press', count: 6 },
      { path: 'pressed flowers', name: 'pressed flowers', count: 4 },
    ])
    expect(foldersIn('press', paths)).toEqual([{ path: 'press/2030', name: '2030', count: 4 }])
    expect(foldersIn('press/2030/spring', paths)).toEqual([])
  })

  it('list the folders above them', () => {
    expect(wayTo('')).toEqual([])
    expect(wayTo('press/2030')).toEqual([
      { name: 'press', path: 'press' },
      { name: '2030', path: 'press/2030' },
    ])
  })
})
