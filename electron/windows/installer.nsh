# Links `touchstone://PAGE` (electron/src/links.ts), which electron-builder registers on macOS alone. They belong to the installation
# as its kind of file does: for all users, from the first moment to the last.

!define LINKS "Software\Classes\touchstone"
!define LINK_COMMAND `"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"`

!macro customInstall
  WriteRegStr SHELL_CONTEXT "${LINKS}" "" "URL:Touchstone page"
  WriteRegStr SHELL_CONTEXT "${LINKS}" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "${LINKS}\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "${LINKS}\shell\open\command" "" `${LINK_COMMAND}`
!macroend

!macro customUnInstall
  # An update uninstalls the former version first and writes the same again; where it gives up, that version stays, with its links.
  ${ifNot} ${isUpdated}
    ReadRegStr $R0 SHELL_CONTEXT "${LINKS}\shell\open\command" ""
    # Another program may have taken them over.
    ${if} $R0 == `${LINK_COMMAND}`
      DeleteRegKey SHELL_CONTEXT "${LINKS}"
    ${endIf}
  ${endIf}
!macroend
