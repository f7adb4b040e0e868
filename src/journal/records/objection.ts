/** Why no run may go by a store as it stands, though its records are whole; and what a person does about it. */
export interface Objection {
  readonly message: string;
  readonly hint: string;
}
