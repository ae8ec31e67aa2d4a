export { color, type ColorOptions } from './color.ts'
