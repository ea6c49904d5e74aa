import { historySchema } from '../api/parts/history.ts'
import * as z from '../zod.ts'
import { contract } from './record.ts'

/** One contract; account holder and columns only for readers who may see personal data (rulings 62). */
export const ContractDetails = z.object(contract.shown)
export type ContractDetails = z.output<typeof ContractDetails>

export const Contract = ContractDetails.omit({ accountHolder: true, rawRow: true })
export type Contract = z.output<typeof Contract>

/** Fields of a contract that people change; an absent one stays. */
export const ContractChange = z.object(contract.typed)
export type ContractChange = z.output<typeof ContractChange>

export const ContractHistory = historySchema(contract.logged)
