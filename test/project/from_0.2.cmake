# SPDX-License-Identifier: BSL-1.0
# Copies the folder FROM to TO and runs packaging/from_0.2.sed on what is there, as a user does: SED is the program.
file(REMOVE_RECURSE ${TO})
file(COPY ${FROM}/ DESTINATION ${TO})
file(GLOB_RECURSE files ${TO}/*.cpp ${TO}/*.hpp ${TO}/*.cu)
execute_process(COMMAND ${SED} -E -i -f ${CMAKE_CURRENT_LIST_DIR}/../../packaging/from_0.2.sed ${files} COMMAND_ERROR_IS_FATAL ANY)
