import { proveOffices } from './payable-offices.ts'

proveOffices(1)
