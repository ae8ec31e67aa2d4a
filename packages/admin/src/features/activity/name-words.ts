import { words } from '../../words/words.ts'

/** Texts of the first load. The rest is loaded with the screen. */
export const activityName = words('activityName', { activity: 'Activity' })
