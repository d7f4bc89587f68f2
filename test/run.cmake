# SPDX-License-Identifier: BSL-1.0
# run(STATUS TEXT ARGUMENT...): PROGRAM ends with that status, and what it printed, which is in `said` from then on, matches
# the expression. In the folder WORK, where one is named, which is made if it is missing.
function(run status text)
  set(folder)
  if(WORK)
    file(MAKE_DIRECTORY ${WORK})
    set(folder WORKING_DIRECTORY ${WORK})
  endif()
  execute_process(COMMAND ${PROGRAM} ${ARGN} ${folder} RESULT_VARIABLE found OUTPUT_VARIABLE said ERROR_VARIABLE said)
  cmake_path(GET PROGRAM FILENAME name)
  if(NOT found STREQUAL status)
    message(SEND_ERROR "${name} ${ARGN}: exit status ${found}, not ${status}\n${said}")
  endif()
  if(NOT said MATCHES "${text}")
    message(SEND_ERROR "${name} ${ARGN}: this does not match '${text}':\n${said}")
  endif()
  set(said "${said}" PARENT_SCOPE)
endfunction()
