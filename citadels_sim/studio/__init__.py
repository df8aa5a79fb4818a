"""The designer's loop in the browser: rules of one's own as cards, played, compared, and played with, each step a command that is shown.

- `shelf` is the folder: which files are variants, their text, the studies of them.
- `rule_cards` are the rules as cards: what each key may be, what is printed, what the parent plays; `changes` makes edits of what a
  person typed, and says what differs.
- `jobs` are commands of the program that the studio has started: studies and games.
- `saved` are games that were played here, `people` results of real tables and the report; `game_steps` are the steps about them.
- `site` is what the pages may request, `pages` writes them; `citadels_sim.web.server` serves them to the one browser with the token.

What serves the pages was chosen among NiceGUI 3.18, Panel 1.9, Streamlit 1.67, Shiny 1.8 and forms of HTML on the server that
`citadels play --browser` has (tornado, jinja2). They would add 34, 9, 13 and 16 packages to one small one, tomlkit. Each of them talks to
its page over a web socket of its own, and needs scripts or styles that no digest can allow; a token in the address, a check of ``Host``
against DNS rebinding and of what a page may load would have to be put around each of them, and tested anew with each of their releases.
Forms need none of that: numbers with a range, lists to choose from, folded parts and progress bars are the browser's own, and the server
with its tests is there.
"""
