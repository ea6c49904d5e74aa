import * as z from '../zod.ts'
import { team } from './record.ts'

export const Team = z.object(team.shown)
export type Team = z.output<typeof Team>

export const TeamForm = z.object(team.typed)
export type TeamForm = z.output<typeof TeamForm>
