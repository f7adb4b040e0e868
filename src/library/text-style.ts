/** How a text for people is set. */
export interface TextStyle {
  /** Columns; default 100. */
  readonly width?: number;
  /** Whether escape sequences colour it; default false. */
  readonly color?: boolean;
}

export const textStyle = ({ width = 100, color = false }: TextStyle): Required<TextStyle> => ({ width, color });
