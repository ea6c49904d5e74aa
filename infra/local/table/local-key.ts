/**
 * Access key with which all calls reach the local DynamoDB. DynamoDB Local keeps the tables of each key apart, and takes
 * letters and digits only, so the key of a function, its name, ends at the proxy before the table.
 */
export const LOCAL_KEY = 'local'
